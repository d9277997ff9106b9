/**
 * Puts the lockfile into the package as npm-shrinkwrap.json: npm never publishes package-lock.json, and `overrides` of
 * package.json apply to the root project only. `prepack` runs it with `stage`, `postpack` with `remove`.
 */
import { cpSync, rmSync } from 'node:fs'

const SHRINKWRAP = new URL('../../npm-shrinkwrap.json', import.meta.url)

if (process.argv[2] === 'stage') cpSync(new URL('../../package-lock.json', import.meta.url), SHRINKWRAP)
else rmSync(SHRINKWRAP, { force: true })
