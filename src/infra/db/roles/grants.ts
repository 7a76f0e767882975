/**
 * Grants of the role that runs the service: it reads and writes rows, owns nothing, and can neither change what is
 * append-only nor switch off a trigger, and each of its transactions sees the rows of one platform, or says that it is
 * about all. Another role owns the tables and migrates them.
 */
import { ALL_PLATFORMS, PLATFORM_SETTING } from '../settings.ts'
import type { Store } from '../store.ts'

interface Relation {
  readonly name: string
  /** Of pg_class: r and p are tables, v is a view, S a sequence. */
  readonly kind: string
  /** Bits of pg_trigger.tgtype that the trigger `refuse_change` refuses. */
  readonly refused: number
  /** Of tables with a column `platform_id`: whether it may be null. */
  readonly isPlatformOptional: boolean | null
  /** Whether the table has the policy. */
  readonly isSeparated: boolean
}

const DELETE = 8
const UPDATE = 16
/** Tables that only migrations write. */
const READ_ONLY = ['schema_migrations', 'installation']

/** Name of the policy that separates the platforms in a table. */
export const POLICY = 'rows_of_the_platform'

const RELATIONS = `
  select c.relname::text as name, c.relkind::text as kind,
    coalesce(bit_or(t.tgtype::int) filter (where p.proname = 'refuse_change'), 0) as refused,
    (select not attnotnull from pg_attribute where attrelid = c.oid and attname = 'platform_id' and not attisdropped) as "isPlatformOptional",
    c.relrowsecurity and exists (select from pg_policy where polrelid = c.oid and polname = '${POLICY}') as "isSeparated"
  from pg_class c
    left join pg_trigger t on t.tgrelid = c.oid and not t.tgisinternal
    left join pg_proc p on p.oid = t.tgfoid
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'S')
  group by c.oid order by 1`

/**
 * Statements that give the role exactly the rights of the service in the current schema, and take all others; to be run
 * by the owner of the tables, again after each migration. A table whose trigger refuses updates or deletes gets no right
 * to them: the triggers are the list of what is append-only. A table with a column `platform_id` gets the policy, and a
 * view the rights of its caller.
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
    ...relations.flatMap((relation) => separation(relation, `${schema}.${quoted(relation.name)}`)),
  ]
}

/** Applies to every role but the owner, so that one which was forgotten here sees nothing. */
function separation({ kind, isPlatformOptional, isSeparated }: Relation, name: string): string[] {
  if (kind === 'v') return [`alter view ${name} set (security_invoker = true)`]
  if (isPlatformOptional === null || isSeparated) return []
  return [
    `alter table ${name} enable row level security`,
    `create policy ${POLICY} on ${name} using (nullif(${isPlatformOptional ? OPTIONAL_IS_OWN : IS_OWN}, false) is not null)`,
  ]
}

/**
 * The platform of the transaction; null for all platforms. Without one it fails, and so does the statement. As a subquery
 * it is computed once a statement and not for each row. Of the forms of the condition the planner takes `is not null` for
 * nearly always true, so that its estimates of rows are those without the policy.
 */
const OWN = `(select nullif(current_setting('${PLATFORM_SETTING}'), '${ALL_PLATFORMS}')::uuid)`
const IS_OWN = `coalesce(platform_id = ${OWN}, true)`
/** A row of no platform is seen by none. */
const OPTIONAL_IS_OWN = `coalesce(coalesce(platform_id, '00000000-0000-0000-0000-000000000000') = ${OWN}, true)`

function rights({ name, kind, refused }: Relation): string {
  if (kind === 'S') return 'usage'
  if (kind === 'v' || READ_ONLY.includes(name)) return 'select'
  const changes = [...((refused & UPDATE) === 0 ? ['update'] : []), ...((refused & DELETE) === 0 ? ['delete'] : [])]
  return ['select', 'insert', ...changes].join(', ')
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
