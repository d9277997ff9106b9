// A set as a tar stream, complete each time, for targets that are not a directory.
import { createReadStream, rmSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { MANIFEST, manifestText } from './manifest.js'
import type { SetTarget } from './setDirectory.js'

const BLOCK_BYTES = 512

/** Writes the set as a tar archive, each file as soon as it is complete; one file at a time waits in TMPDIR. */
export async function openTarTarget(output: Writable): Promise<SetTarget> {
  const scratch = await mkdtemp(join(tmpdir(), 'mailproof-backup-'))
  const remove = () => rmSync(scratch, { recursive: true, force: true })
  // The process ends where it is once nobody reads the stream any more.
  process.once('exit', remove)
  let count = 0

  const write = (bytes: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      output.write(bytes, (error) => (error ? reject(error) : resolve()))
    })
  const pad = (size: number) => write(Buffer.alloc((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES))

  return {
    previous: undefined,
    scratch: () => join(scratch, String(++count)),
    unnamed: async () => [],
    pathOf: (file) => file,
    async add(file, path) {
      const { size } = await stat(path)
      await write(header(file, size))
      for await (const piece of createReadStream(path)) await write(piece)
      await pad(size)
      await rm(path)
    },
    async complete(manifest) {
      const text = Buffer.from(manifestText(manifest))
      await write(header(MANIFEST, text.length))
      await write(text)
      await pad(text.length)
      // Two empty blocks end an archive.
      await write(Buffer.alloc(2 * BLOCK_BYTES))
    },
    close() {
      process.off('exit', remove)
      remove()
    },
  }
}

/** The header of a regular file: `ustar` interchange format, IEEE Std 1003.1-2017, pax. */
function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES)
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
  block.write(name, 0, 100, 'latin1')
  octal(0o600, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(Math.floor(Date.now() / 1_000), 136, 12)
  block.write('0', 156, 'latin1')
  block.write('ustar\x0000', 257, 'latin1')
  // The checksum counts its own field as spaces.
  block.fill(' ', 148, 156)
  octal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  )
  return block
}
