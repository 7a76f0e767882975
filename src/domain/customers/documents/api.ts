/** Document operations: what each one does. */
import type { Clock } from '../../../core/clock.ts'
import { bareId } from '../../../core/ids.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { Pages } from '../../../infra/db/page.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { FileStore } from '../../../infra/files/file-store.ts'
import type { HandlersOf } from '../../../infra/operations/handlers.ts'
import { deleteDocument } from './delete-document.ts'
import { presentDocument } from './document.ts'
import { findEarlierVerifications, getDocument, listDocuments } from './queries.ts'
import { replaceDocument } from './replace-document.ts'
import { storeFile } from './store-file.ts'
import { uploadDocument } from './upload-document.ts'

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
      const file = await storeFile(needs, platformId, body.file)
      return (rows) => presentDocument(uploadDocument(rows, { request: body, file }))
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
      const file = await storeFile(needs, platformId, body.file)
      const earlier = await findEarlierVerifications(needs.store, platformId, documentId)
      return (rows) => presentDocument(replaceDocument(rows, { documentId, request: body, file, earlier }))
    },
  },
  deleteDocument: {
    prepare: async ({ platformId, params }) => {
      const documentId = bareId(params.documentId)
      const earlier = await findEarlierVerifications(needs.store, platformId, documentId)
      return (rows) => deleteDocument(rows, { documentId, earlier }) as undefined
    },
  },
})
