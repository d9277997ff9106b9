// Where commands remember what they have begun.
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { stateDirectory } from '../../src/cli/stateDirectory.js'

test('a relative XDG_STATE_HOME is ignored, so that a command finds what it has begun from every directory', () => {
  expect(stateDirectory({ XDG_STATE_HOME: '/var/states' })).toBe('/var/states/mailproof')
  for (const XDG_STATE_HOME of ['', 'states', './states'])
    expect(stateDirectory({ XDG_STATE_HOME })).toBe(join(homedir(), '.local/state/mailproof'))
})
