/** Owns what each document operation does. */
import type { Clock } from '../../../core/clock.ts'
import { bareId } from '../../../core/ids.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { Pages } from '../../../infra/db/page.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { FileStore } from '../../../infra/files/file-store.ts'
import type { HandlersOf } from '../../../infra/operations/handlers.ts'
import { addDocument } from './add-document.ts'
import { deleteDocument } from './delete-document.ts'
import { keepFile } from './keep-file.ts'
import { presentDocument } from './present.ts'
import { getDocument, listDocuments } from './queries.ts'
import { replaceDocument } from './replace-document.ts'
import { submittedEarlier } from './submitted.ts'

type Ids = 'uploadDocument' | 'listDocuments' | 'getDocument' | 'replaceDocument' | 'deleteDocument'

interface Needs {
  readonly store: Store
  readonly pages: Pages
  readonly engine: Engine
  readonly files: FileStore
  readonly clock: Clock
}

export const documentApi = (needs: Needs): HandlersOf<Ids> => ({
  uploadDocument: {
    prepare: async ({ platformId, body }) => {
      const file = await keepFile(needs, platformId, body.file)
      return (rows) => presentDocument(addDocument(rows, body, file))
    },
  },
  listDocuments: { read: ({ platformId, query }) => listDocuments(needs.store, needs.pages, platformId, query) },
  getDocument: {
    read: async ({ platformId, params }) =>
      presentDocument(await getDocument(needs.store, platformId, bareId(params.documentId))),
  },
  replaceDocument: {
    prepare: async ({ platformId, params, body }) => {
      const documentId = bareId(params.documentId)
      const file = await keepFile(needs, platformId, body.file)
      const earlier = await submittedEarlier(needs.store, platformId, documentId)
      return (rows) => presentDocument(replaceDocument(rows, documentId, body, file, earlier))
    },
  },
  deleteDocument: {
    prepare: async ({ platformId, params }) => {
      const documentId = bareId(params.documentId)
      const earlier = await submittedEarlier(needs.store, platformId, documentId)
      return (rows) => deleteDocument(rows, documentId, earlier) as undefined
    },
  },
})
