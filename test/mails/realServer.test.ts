// Mail from the program as it runs reaches a real Postfix over STARTTLS.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { selfSignedRsa } from '../../testbed/certificate.js'
import { eventually } from '../../testbed/eventually.js'
import { type RealServer, whyNoMailServers } from '../../testbed/mail/real/process.js'
import { startPostfix } from '../../testbed/mail/real/servers.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import { start } from '../../testbed/service/start.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { describeUnless } from '../support/describeUnless.js'

describeUnless(whyNoMailServers(), 'mail to the owner of an account', () => {
  let directory: ReturnType<typeof tempDirectory>
  let postfix: RealServer
  let service: ProcessService
  beforeAll(async () => {
    directory = tempDirectory()
    const tls = selfSignedRsa('127.0.0.1')
    const authority = join(directory.path, 'authority.pem')
    writeFileSync(authority, tls.cert)
    postfix = await startPostfix('127.0.0.1', tls)
    service = await start({
      where: 'process',
      env: {
        SMTP_URL: `smtp://127.0.0.1:${postfix.port}`,
        SMTP_FROM: 'mailproof@example.net',
        NODE_EXTRA_CA_CERTS: authority,
      },
    })
  })
  afterAll(async () => {
    await service?.stop()
    await postfix?.close()
    directory?.remove()
  })

  test('is taken by Postfix over TLS, with its Message-ID', async () => {
    const { body } = await service.call('createAccount', { body: { email: 'ada@postfix.example' } })
    const log = await eventually(postfix.log, (text) => text.includes('message-id=<'))
    expect(log).toMatch(/TLS connection established from \S*\[127\.0\.0\.1\]: TLSv1\.[23]/)
    expect(log).toContain(`message-id=<confirmation.${body.account.id}.`)
  })
})
