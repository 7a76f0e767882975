/** Personal data page: every column with personal data, and what ends it. */
import { PERSONAL_DATA } from '../../src/operator/erasure/personal-data.ts'
import { code, page, table } from './markdown.ts'

export const personalDataPage = (): string =>
  page(
    'Personal data',
    'Every column of the database that can hold personal data. From [personal-data.ts](../../src/operator/erasure/personal-data.ts), which a test compares with the database. ERASED: by [`causeway customers erase`](../operating.md#erasing-a-customer). EXPIRES: removed by housekeeping. KEPT: as long as the record that it belongs to. Uploaded documents are files outside the database; the erasure removes them.',
    table(
      ['Column', 'What ends it', 'What it is'],
      Object.entries(PERSONAL_DATA).flatMap(([name, { personal }]) =>
        Object.entries(personal).map(([column, [fate, what]]) => [code(`${name}.${column}`), fate, what]),
      ),
    ),
  )
