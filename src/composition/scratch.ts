// A document store for the time of one command, outside of the installation's stores.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLmdbDocumentStore } from '../adapters/documents/lmdb/documentStore.js'
import { ConfigError } from '../config.js'
import type { createEventing } from '../eventing/eventing.js'
import type { OnProgress } from '../eventing/rebuild.js'
import type { DocumentStore } from '../kernel/ports/documentStore.js'
import { type Resources, withResources } from '../kernel/resources.js'

/**
 * Opens an empty document store in the system's temporary directory. Its file has no name any more once it is open, so that
 * nothing is left behind however the process ends.
 * @throws ConfigError when TMPDIR cannot be used
 */
export function openScratch(closing: Resources): DocumentStore {
  const path = newDirectory()
  try {
    const documents = createLmdbDocumentStore({ path: join(path, 'documents.mdb') })
    closing.add(() => documents.close())
    return documents
  } finally {
    rmSync(path, { recursive: true, force: true })
  }
}

function newDirectory(): string {
  const path = join(tmpdir(), 'mailproof-')
  try {
    return mkdtempSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(
      `TMPDIR: ${path} cannot be created (${code}); set TMPDIR to another directory for temporary data`,
    )
  }
}

/** Verifies read models; the live stores are only read. */
export async function verifyInScratch(
  flow: Pick<Awaited<ReturnType<typeof createEventing>>, 'verify'>,
  names: readonly string[],
  onProgress?: OnProgress,
) {
  const { scratch, close } = await withResources(async (closing) => ({ scratch: openScratch(closing) }))
  try {
    return await flow.verify(names, scratch, onProgress)
  } finally {
    await close()
  }
}
