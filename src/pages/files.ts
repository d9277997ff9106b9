import { readdirSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import express, { type Request, type Response } from 'express'

/** Made by `npm run build:pages`. The path is the same from `src/pages` and from `dist/pages`. */
const DIRECTORY = fileURLToPath(new URL('../../dist/public', import.meta.url))

/** Compressed copies made by the build, the smallest first. */
const ENCODINGS = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
] as const

/** Names of files in `assets` contain a hash of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'

export interface Files {
  has(name: string): boolean
  /** Path of a file in the file system. */
  pathOf(name: string): string
  /** Sends a file, compressed if the client accepts it. @param next called if the file has disappeared */
  send(name: string, request: Request, response: Response, next: () => void): void
}

/** The built pages; undefined if they have not been built. */
export function openFiles(directory = DIRECTORY): Files | undefined {
  if (!statSync(directory, { throwIfNoEntry: false })) return undefined
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
  const names = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1)),
  )
  const serve = express.static(directory, { cacheControl: false, redirect: false, index: false, acceptRanges: false })

  return {
    has: (name) => names.has(name),
    pathOf: (name) => join(directory, name),
    send(name, request, response, next) {
      const accepted = request.acceptsEncodings()
      const encoding = ENCODINGS.find((each) => accepted.includes(each.name) && names.has(`${name}${each.extension}`))
      if (names.has(`${name}.gz`)) response.vary('Accept-Encoding')
      if (encoding) response.setHeader('Content-Encoding', encoding.name)
      response.type(extname(name))
      response.setHeader('Cache-Control', name.startsWith('assets/') ? IMMUTABLE : REVALIDATE)
      const { url } = request
      request.url = `/${name}${encoding?.extension ?? ''}`
      serve(request, response, () => {
        request.url = url
        response.removeHeader('Content-Encoding')
        next()
      })
    },
  }
}
