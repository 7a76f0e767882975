/** Planner statistics of a database under measurement: gathered on request only. */
import { onServer } from '../../test/harness/database/postgres.ts'

const DISABLE_AUTOVACUUM = `do $$ declare name text; begin
  for name in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
    execute format('alter table %I set (autovacuum_enabled = false)', name);
  end loop;
end $$`

export const disableAutovacuum = (url: string): Promise<unknown> => onServer(url, DISABLE_AUTOVACUUM)
export const analyse = (url: string): Promise<unknown> => onServer(url, 'analyze')
