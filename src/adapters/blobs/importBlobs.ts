// Puts sealed blobs of a backup into the directory of an embedded service.
import { constants } from 'node:fs'
import { chmod, copyFile, open } from 'node:fs/promises'
import { blobPath, openDirectory } from './directory.js'

/** Copies files, whose content is sealed already, as the blobs of these names. They are on disk when this resolves. */
export async function importBlobs(
  directory: string,
  blobs: readonly { readonly name: string; readonly path: string }[],
): Promise<void> {
  const { sync } = openDirectory(directory)
  for (const { name, path } of blobs) {
    const target = blobPath(directory, name)
    await copyFile(path, target, constants.COPYFILE_FICLONE)
    // A copy has the mode of its source, which may be read-only.
    await chmod(target, 0o600)
    const file = await open(target, 'r+')
    try {
      await file.sync()
    } finally {
      await file.close()
    }
  }
  await sync()
}
