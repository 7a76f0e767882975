/** Enforcement of the layers of architecture.mjs. */
import { apart, internals, layers, privateFiles, tests } from './architecture.mjs'

const HOUSE = '^(contract|src|client|cli|dashboard|test|bench|scripts)/'
const filesOf = (name) => layers.find((layer) => layer.name === name).files
const packageOrModule = (name) => `^(node:)?${name.replace('node:', '')}$|^node_modules/(@types/)?${name}/`

const downwards = layers.map(({ name, files, imports, typesOf }) => ({
  name: `${name} imports ${imports.length > 0 ? 'only what is below it' : 'nothing'}`,
  comment: `Allowed: ${['itself', ...imports].join(', ')} (architecture.mjs)`,
  severity: 'error',
  from: { path: files, pathNot: tests },
  to: {
    path: HOUSE,
    pathNot: [files, ...imports.map(filesOf)],
    ...(typesOf && { dependencyTypesNot: ['type-only'] }),
  },
}))

const types = layers
  .filter((layer) => layer.typesOf)
  .map(({ name, files, imports, typesOf }) => ({
    name: `${name} knows no other types than those of ${typesOf.join(', ')}`,
    comment: 'Even a type ties a layer to the one above it (architecture.mjs)',
    severity: 'error',
    from: { path: files, pathNot: tests },
    to: {
      path: HOUSE,
      pathNot: [files, ...[...imports, ...typesOf].map(filesOf)],
      dependencyTypes: ['type-only'],
    },
  }))

const outside = layers
  .filter((layer) => layer.outside)
  .map(({ name, files, outside }) => ({
    name: `${name} uses ${outside.length > 0 ? outside.join(', ') : 'nothing'} from outside`,
    comment: 'It uses no other packages and Node modules (architecture.mjs)',
    severity: 'error',
    from: { path: files, pathNot: tests },
    to: { pathNot: [HOUSE, ...outside.map(packageOrModule)] },
  }))

const neighbours = apart.map((folder) => ({
  name: `the folders of ${folder} do not import each other`,
  comment: 'Share through a port, or one layer below',
  severity: 'error',
  from: { path: `^${folder}/([^/]+)/`, pathNot: tests },
  to: { path: `^${folder}/[^/]+/`, pathNot: [`^${folder}/$1/`, filesOf('provider ports')] },
}))

const privacy = privateFiles.map((files) => ({
  name: 'api.ts and jobs.ts are private to their folder',
  comment: 'What others need belongs in a use case, a query or present.ts',
  severity: 'error',
  from: { path: '^src/domain/(.+)/[^/]+$', pathNot: tests },
  to: { path: files, pathNot: '^src/domain/$1/' },
}))

const hidden = internals.map((folder) => ({
  name: `${folder} is internal`,
  comment: 'Import what the folder above it exports',
  severity: 'error',
  from: { pathNot: [`^${folder.replace(/\/[^/]+$/, '')}/`, tests, '^test/'] },
  to: { path: `^${folder}/` },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
const rules = {
  forbidden: [
    ...downwards,
    ...types,
    ...outside,
    ...neighbours,
    ...privacy,
    ...hidden,
    {
      name: 'no cycles',
      comment: 'Two files that need each other are one file, or miss a third below both',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'every import resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'nothing imports a test',
      severity: 'error',
      from: { pathNot: tests },
      to: { path: tests },
    },
    {
      name: 'the server needs no development package',
      comment: 'Move it to dependencies: production installs leave the others out',
      severity: 'error',
      from: { path: '^(src|contract|client|cli)/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}

export default rules
