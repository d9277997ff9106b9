// Opens an embedded installation to be migrated.
import { DataDirectoryError } from '../../adapters/dataDirectory/error.js'
import { openInstallation } from '../../adapters/dataDirectory/installation.js'
import { definitionsIn } from '../../adapters/documents/lmdb/definitions.js'
import { createLmdbDocumentStore } from '../../adapters/documents/lmdb/documentStore.js'
import { createLmdbEventStore } from '../../adapters/eventstore/lmdb/eventStore.js'
import type { SegmentFiles } from '../../adapters/eventstore/lmdb/segmentFiles.js'
import { checkSecret, openEmbeddedKeys } from '../../adapters/vault/migrateKeys.js'
import { erasures } from '../../eventing/erasureIndex.js'
import { createGenerations } from '../../eventing/generations.js'
import { forgottenMailboxes } from '../../features/mailboxes/index.js'
import { forgottenAddresses } from '../../features/pool/index.js'
import { systemClock } from '../../kernel/clock.js'
import { sha256 } from '../../kernel/ids.js'
import type { DocumentStore } from '../../kernel/ports/documentStore.js'
import type { EventStore } from '../../kernel/ports/eventStore.js'
import type { Resources } from '../../kernel/resources.js'

export type MigrationSource = Awaited<ReturnType<typeof openMigrationSource>>

/**
 * Opens an embedded installation for reading, and locks it against services until it is closed.
 * @param archive the segment files of a log, unless they are beside it
 * @throws DataDirectoryError if it cannot be migrated in its present state
 */
export async function openMigrationSource(
  {
    from,
    secret,
    archive,
  }: { readonly from: string; readonly secret: Buffer; readonly archive: (path: string) => Promise<SegmentFiles> },
  closing: Resources,
) {
  const { path, paths, release } = openInstallation(from)
  closing.add(release)
  const keys = openEmbeddedKeys(paths.vault)
  closing.add(() => keys.close())
  checkSecret(keys, secret)
  const proof = keys.proof()
  if (!proof) throw new DataDirectoryError(`${path} was never used by a service; there is nothing to migrate`)
  const events = createLmdbEventStore({ path: paths.events, archive: await archive(paths.events), clock: systemClock })
  closing.add(() => events.close())
  const documents = createLmdbDocumentStore({ path: paths.documents })
  closing.add(() => documents.close())
  const records = createLmdbDocumentStore({ path: paths.vault })
  closing.add(() => records.close())
  if (await hasLost(events, documents)) {
    throw new DataDirectoryError(
      `${path} contains an older copy of its log, in which some erasures are missing. Start a service with it once (npm start), which applies them again, then migrate it`,
    )
  }
  const collections = await definitionsIn(paths.documents)
  return { path, paths, id: sha256(proof.toString('hex')), keys, events, documents, records, collections }
}

/** Whether the log was restored from a copy that lacks erasures which the read models know. A start appends them again. */
async function hasLost(events: EventStore, documents: DocumentStore): Promise<boolean> {
  const head = await events.head()
  const generations = createGenerations(documents)
  for (const projection of [erasures, forgottenAddresses, forgottenMailboxes]) {
    const found = await generations.pointer(projection.name)
    if (!found) continue
    const { collection } = await generations.open(projection, found.document.generation)
    for await (const { position } of collection.all()) if (position > head) return true
  }
  return false
}
