import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Manifest } from 'vite'
import { OUTPUT, WEB } from './paths.js'

/** Scripts and styles of the pages, by name. */
const ENTRIES = {
  theme: 'shared/theme.ts',
  header: 'shared/header.ts',
  shell: 'shared/shell.css',
  site: 'shared/site.css',
  docs: 'docs/main.ts',
  home: 'home/main.ts',
  dashboard: 'dashboard/main.tsx',
  graphql: 'graphql/main.ts',
  reference: 'docs/reference.ts',
} as const

type App = keyof typeof ENTRIES

/** URLs of an app's files. */
export interface Assets {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  /** Scripts that the others import. */
  readonly imports: readonly string[]
}

export type AssetsOf = (app: App) => Assets

/** Bundles every app with Vite; the names of the files contain hashes of their content. */
export async function buildApps(): Promise<AssetsOf> {
  const input = Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, join(WEB, path)]))
  await build({
    configFile: false,
    root: WEB,
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    worker: { format: 'es' },
    build: {
      outDir: OUTPUT,
      emptyOutDir: true,
      manifest: true,
      license: { fileName: 'assets/licenses.md' },
      modulePreload: { polyfill: false },
      // Inlined files would need `data:` in the content security policy.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 10_000,
      rollupOptions: { input },
    },
  })
  const manifest = JSON.parse(readFileSync(join(OUTPUT, '.vite/manifest.json'), 'utf8')) as Manifest
  return (app) => assetsIn(manifest, ENTRIES[app])
}

function assetsIn(manifest: Manifest, entry: string): Assets {
  const { file, css = [] } = manifest[entry]!
  const imports = importsOf(manifest, entry)
  const imported = imports.flatMap((name) => manifest[name]!.css ?? [])
  const isStyle = file.endsWith('.css')
  const styles = [...new Set([...imported, ...css, ...(isStyle ? [file] : [])])]
  return {
    scripts: isStyle ? [] : [`/${file}`],
    styles: styles.map((style) => `/${style}`),
    imports: imports.map((name) => `/${manifest[name]!.file}`),
  }
}

/** Names of all chunks that an entry imports, directly or not. */
function importsOf(manifest: Manifest, entry: string, known = new Set<string>()): string[] {
  for (const name of manifest[entry]!.imports ?? []) {
    if (known.has(name)) continue
    known.add(name)
    importsOf(manifest, name, known)
  }
  return [...known]
}
