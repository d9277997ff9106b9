import { mkdir, readFile, writeFile } from 'node:fs/promises'

export interface GeneratedFile {
  /** Relative to the root of the project. */
  readonly path: string
  readonly content: string | Buffer
}

/** The files that are missing or stale. */
export async function findStale(root: URL, files: readonly GeneratedFile[]): Promise<GeneratedFile[]> {
  const upToDate = await Promise.all(files.map((file) => isUpToDate(root, file)))
  return files.filter((_, index) => !upToDate[index])
}

async function isUpToDate(root: URL, { path, content }: GeneratedFile): Promise<boolean> {
  try {
    return Buffer.from(content).equals(await readFile(new URL(path, root)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

export async function write(root: URL, files: readonly GeneratedFile[]): Promise<void> {
  for (const { path, content } of files) {
    const file = new URL(path, root)
    await mkdir(new URL('.', file), { recursive: true })
    await writeFile(file, content)
  }
}
