/**
 * Grants of the role that runs the service: it reads and writes rows, owns nothing, and can neither change what is
 * append-only nor switch off a trigger. Another role owns the tables and migrates them.
 */
import type { Store } from '../store.ts'

interface Relation {
  readonly name: string
  /** Of pg_class: r and p are tables, v is a view, S a sequence. */
  readonly kind: string
  /** Bits of pg_trigger.tgtype that the trigger `refuse_change` refuses. */
  readonly refused: number
}

const DELETE = 8
const UPDATE = 16
/** Tables that only migrations write. */
const READ_ONLY = ['schema_migrations', 'installation']

const RELATIONS = `
  select c.relname::text as name, c.relkind::text as kind,
    coalesce(bit_or(t.tgtype::int) filter (where p.proname = 'refuse_change'), 0) as refused
  from pg_class c
    left join pg_trigger t on t.tgrelid = c.oid and not t.tgisinternal
    left join pg_proc p on p.oid = t.tgfoid
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'S')
  group by 1, 2 order by 1`

/**
 * Statements that give the role exactly the rights of the service in the current schema, and take all others; to be run
 * by the owner of the tables, again after each migration. A table whose trigger refuses updates or deletes gets no right
 * to them: the triggers are the list of what is append-only.
 * @param role name of an existing role @throws Error for a name that cannot be one
 */
export async function grantStatements({ query }: Pick<Store, 'query'>, role: string): Promise<string[]> {
  if (!/^[a-z_][a-z0-9_-]{0,62}$/.test(role)) throw new Error(`${role} is not the name of a role`)
  const [place] = await query<{ schema: string; database: string }>(
    'select current_schema()::text as schema, current_database()::text as database',
  )
  const [schema, database] = [quoted(place?.schema as string), quoted(place?.database as string)]
  const to = quoted(role)
  const relations = await query<Relation>(RELATIONS)
  return [
    `revoke create on schema ${schema} from public`,
    `revoke all on all tables in schema ${schema} from public, ${to}`,
    `revoke all on all sequences in schema ${schema} from public, ${to}`,
    `revoke all on schema ${schema} from ${to}`,
    `grant connect on database ${database} to ${to}`,
    `grant usage on schema ${schema} to ${to}`,
    ...relations.map((relation) => `grant ${rights(relation)} on ${schema}.${quoted(relation.name)} to ${to}`),
  ]
}

function rights({ name, kind, refused }: Relation): string {
  if (kind === 'S') return 'usage'
  if (kind === 'v' || READ_ONLY.includes(name)) return 'select'
  const changes = [...((refused & UPDATE) === 0 ? ['update'] : []), ...((refused & DELETE) === 0 ? ['delete'] : [])]
  return ['select', 'insert', ...changes].join(', ')
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
