import { testInstallation } from '../../composition/mailboxes.js'
import { SETTINGS } from '../../config/settings.js'
import { loadConfig } from '../../config.js'
import { systemClock } from '../../kernel/clock.js'
import type { SelfTest } from '../../kernel/ports/mailboxes.js'
import { UsageError } from '../output.js'

/** Works before the checks are switched on. @throws UsageError */
export async function testMailboxes(): Promise<SelfTest> {
  const config = loadConfig()
  const { MAILBOX_EHLO_NAME: ehloName } = config
  if (ehloName === undefined)
    throw new UsageError(
      `MAILBOX_EHLO_NAME: is not set, and mail servers want to know who asks. Example: MAILBOX_EHLO_NAME=${SETTINGS.MAILBOX_EHLO_NAME.example}`,
    )
  return await testInstallation(config, ehloName, systemClock, new AbortController().signal)
}
