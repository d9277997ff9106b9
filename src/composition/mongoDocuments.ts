import { createMongoDocumentStore } from '../adapters/documents/mongodb/documentStore.js'
import { connectMongo } from '../adapters/mongodb/connect.js'
import { silentLog } from '../kernel/log.js'
import type { DocumentStore } from '../kernel/ports/documentStore.js'
import type { Resources } from '../kernel/resources.js'

/** The documents in MongoDB, without the checks and the other stores of a service. */
export async function openMongoDocuments(url: string, closing: Resources): Promise<DocumentStore> {
  const mongo = await connectMongo({ url, log: silentLog })
  closing.add(() => mongo.close())
  const documents = createMongoDocumentStore({ db: mongo.db })
  closing.add(() => documents.close())
  return documents
}
