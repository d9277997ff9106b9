// The page behind the link that confirms the address of an account's owner.
import type { Request } from 'express'
import { htmlPage } from '../api/rest/html.js'
import type { ConfirmationOutcome } from '../features/accounts/index.js'
import { FOR_FORMS } from '../httpMessages/send.js'
import { newId } from '../kernel/ids.js'
import type { PagesHost } from './host.js'
import { createHtmlRoute, queryOf } from './htmlRoute.js'

/** Opening the link does nothing: programs that look at mail open links, too. The form has the URL of the page. */
const ASKING = htmlPage(
  'Confirm your address',
  `<h1>Confirm your address</h1>
<p>You created an account with this address, or somebody else did. If it is yours, confirm it: it will then be told when the monthly quota of the account is about to be used up.</p>
<form method="post"><button>Confirm the address</button></form>
<p class="soft">If the account is not yours, close this page. Your address gets no other mail from here.</p>`,
)

const ANSWERS: { readonly [outcome in ConfirmationOutcome]: readonly [status: number, page: string] } = {
  confirmed: [
    200,
    htmlPage(
      'Address confirmed',
      `<h1>Your address is confirmed</h1>
<p>It gets a mail when 50, 70, 90 and 100&nbsp;% of the account's monthly quota are used. <a href="/dashboard">Open the dashboard</a></p>`,
    ),
  ],
  renewed: [
    410,
    htmlPage(
      'Link expired',
      `<h1>This link has expired</h1>
<p>Another one is on its way to the same address. It works for seven days.</p>`,
    ),
  ],
  expired: [
    410,
    htmlPage(
      'Link expired',
      `<h1>This link has expired</h1>
<p>This service sends no mail at present, so there is no other link. The account works without a confirmed address.</p>`,
    ),
  ],
  unknown: [
    404,
    htmlPage(
      'Link not valid',
      `<h1>This link is not valid</h1>
<p>It is incomplete, or a newer one was sent: use the one in your latest mail.</p>`,
    ),
  ],
}

/** `GET /confirm` asks, `POST /confirm` confirms. Both have the account and the token in the query. */
export const createConfirmPage = (host: PagesHost) =>
  createHtmlRoute(host, ['GET', 'HEAD', 'POST'], async (request, headers) => {
    const isPost = request.method === 'POST'
    await host.rateLimiter.limit(isPost ? 'anonymous' : 'public_read', request, undefined, headers)
    const [status, html] = isPost ? ANSWERS[await confirm(host, request)] : ([200, ASKING] as const)
    return { status, html, security: FOR_FORMS }
  })

function confirm({ services }: PagesHost, request: Request): Promise<ConfirmationOutcome> {
  const query = queryOf(request)
  const commandId = newId()
  return services.accounts.confirmEmail(
    { account: query.get('account') ?? '', token: query.get('token') ?? '' },
    { correlationId: commandId, commandId },
  )
}
