// A process that writes one endless blob until it is killed: `blobWriter.ts <directory> <vault file> <root key>`.
import { createDiskBlobStore } from '../../src/adapters/blobs/disk.js'
import { createLmdbVault } from '../../src/adapters/vault/vault.js'
import { systemClock } from '../../src/kernel/clock.js'

const [path, vaultPath, rootKey] = process.argv.slice(2) as [string, string, string]
const vault = createLmdbVault({ path: vaultPath, rootKey: Buffer.from(rootKey, 'hex') })
const blobs = createDiskBlobStore({ path, vault, clock: systemClock })

async function* endless() {
  for (;;) {
    yield Buffer.alloc(64 * 1024)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
await blobs.write('blob', 'ada', endless())
