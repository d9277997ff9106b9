// The systemd unit gives the service no more of the machine than it needs.
import { execFileSync } from 'node:child_process'
import { expect, test } from '@jest/globals'
import { describePrograms } from './describePrograms.js'

const UNIT = 'deploy/systemd/mailproof.service'
/** Ten times the exposure that systemd computes: what remains is mainly the network, and a just-in-time compiler. */
const MAX_EXPOSURE = 35

const analyze = (...words: string[]): string =>
  execFileSync('systemd-analyze', [...words, '--no-pager', UNIT], { encoding: 'utf8' })

describePrograms('the systemd unit', [['systemd-analyze', '--version']], () => {
  test('leaves little of the machine to the service', () => {
    expect(analyze('security', '--offline=true', `--threshold=${MAX_EXPOSURE}`)).toContain('Overall exposure level')
  })
})
