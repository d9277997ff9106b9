import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from '@jest/globals'

test('the pages are built again when any source that their build imports has changed', () => {
  const script = readFileSync('scripts/buildIfStale.mjs', 'utf8')
  const pages = /script: 'build:pages',\s+sources: \[([^\]]+)\]/.exec(script)![1]!
  const sources = [...pages.matchAll(/'([^']+)'/g)].map(([, path]) => path!)
  const imported = readdirSync('web/build').flatMap((name) =>
    [...readFileSync(`web/build/${name}`, 'utf8').matchAll(/from '(\.\.\/\.\.\/[^']+)\.js'/g)].map(
      ([, path]) => `${posix.join('web/build', path!)}.ts`,
    ),
  )
  expect(imported.length).toBeGreaterThan(0)
  const isSource = (path: string) => sources.some((source) => path === source || path.startsWith(`${source}/`))
  expect(imported.filter((path) => !isSource(path))).toEqual([])
})
