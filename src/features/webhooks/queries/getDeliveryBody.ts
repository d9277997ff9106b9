import type { Caller } from '../../accounts/index.js'
import type { Contents } from '../deliveries/contents.js'
import type { FindDelivery } from '../internal/findDelivery.js'

export interface GetDeliveryBodyDependencies {
  readonly findDelivery: FindDelivery
  readonly contents: Contents
}

/**
 * The body that a delivery sends, except that a download link in it is signed for this call, as for each attempt.
 * @returns undefined once the body has expired or its account was erased
 * @throws Failure NOT_FOUND
 */
export const createGetDeliveryBody =
  ({ findDelivery, contents }: GetDeliveryBodyDependencies) =>
  async (caller: Caller, endpoint: string, id: string): Promise<string | undefined> => {
    const { delivery } = await findDelivery(caller, endpoint, id)
    return contents.open(delivery.document.content)
  }
