import { createContext } from 'preact'
import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks'
import type { TypedDocumentString } from './operations.generated.js'
import { isKeyError, ServiceGone } from './request.js'
import type { Service, ServiceState } from './service.js'

export interface Session {
  readonly service: Service
  /** Undefined for a visitor. */
  readonly key: string | undefined
  readonly sandbox: boolean
  /** Forgets the key, and shows why. */
  end(reason?: string): void
}

export const SessionContext = createContext<Session>(undefined as unknown as Session)
export const useSession = (): Session => useContext(SessionContext)

export function useServiceState(): ServiceState {
  const { service } = useSession()
  const [, update] = useState(0)
  useEffect(() => service.onChange(() => update((count) => count + 1)), [service])
  return service.state
}

export interface Loaded<R> {
  readonly data: R | undefined
  /**
   * Message of the last failure, beside what is known from before; undefined while the service is gone, which the page says
   * once for all its parts.
   */
  readonly error: string | undefined
  readonly reload: () => void
}

/**
 * The answer to a query; asked again when its variables change, on `reload`, and when the service has come back.
 * @param of what else the answer depends on: it is asked for again when that changes, too
 */
export function useQuery<R, V>(
  document: TypedDocumentString<R, V>,
  variables: V,
  { skip = false, open = false, of }: { readonly skip?: boolean; readonly open?: boolean; readonly of?: unknown } = {},
): Loaded<R> {
  const { service, end } = useSession()
  const { epoch } = useServiceState()
  const [version, setVersion] = useState(0)
  const [state, setState] = useState<{ of?: string; data?: R; error?: string }>({})
  const identity = JSON.stringify([variables, of])

  useEffect(() => {
    if (skip) return
    const controller = new AbortController()
    service.request(document, variables, { signal: controller.signal, open }).then(
      (data) => {
        if (!controller.signal.aborted) setState({ of: identity, data })
      },
      (error: unknown) => {
        if (controller.signal.aborted) return
        if (isKeyError(error)) end(error.message)
        else if (!(error instanceof ServiceGone))
          setState((before) => ({
            ...(before.of === identity && before),
            of: identity,
            error: (error as Error).message,
          }))
      },
    )
    return () => controller.abort()
  }, [service, document, identity, version, epoch, skip])

  const reload = useCallback(() => setVersion((count) => count + 1), [])
  // The answer to other variables is never shown as the answer to these.
  const isCurrent = state.of === identity
  return { data: isCurrent ? state.data : undefined, error: isCurrent ? state.error : undefined, reload }
}

export interface Action<V, R> {
  readonly busy: boolean
  readonly error: string | undefined
  /** Resolves to undefined if it failed. */
  readonly run: (variables: V) => Promise<R | undefined>
  /** Forgets the error: it is about something that is no longer shown. */
  readonly forget: () => void
}

/** A mutation, or another call that may fail. It is never sent twice at the same time. */
export function useAction<V, R>(perform: (service: Service, variables: V) => Promise<R>): Action<V, R> {
  const { service, end } = useSession()
  const [state, setState] = useState<{ busy: boolean; error?: string }>({ busy: false })
  // Two clicks may come before the next rendering.
  const isRunning = useRef(false)

  async function run(variables: V): Promise<R | undefined> {
    if (isRunning.current) return undefined
    isRunning.current = true
    setState({ busy: true })
    try {
      const result = await perform(service, variables)
      setState({ busy: false })
      return result
    } catch (error) {
      const { message } = error as Error
      setState({ busy: false, error: message })
      if (isKeyError(error)) end(message)
      return undefined
    } finally {
      isRunning.current = false
    }
  }
  return { busy: state.busy, error: state.error, run, forget: () => setState({ busy: isRunning.current }) }
}

export const useMutation = <R, V>(document: TypedDocumentString<R, V>): Action<V, R> =>
  useAction((service: Service, variables: V) => service.request(document, variables))

/** Pause before a subscription that has failed is tried again. */
const RESUBSCRIBE_MS = 10_000
/** A subscription that has not failed within this time works: the protocol does not acknowledge it. */
const SETTLED_MS = 1_000

/** Calls `onEvent` with every event of a subscription while the component is shown. @returns why it has failed */
export function useSubscription<R, V>(
  document: TypedDocumentString<R, V>,
  variables: V,
  onEvent: (data: R) => void,
  { skip = false } = {},
): string | undefined {
  const { service } = useSession()
  const [attempt, setAttempt] = useState(0)
  const [error, setError] = useState<string>()
  const latest = useRef(onEvent)
  latest.current = onEvent

  useEffect(() => {
    if (skip) return
    let timer = setTimeout(() => setError(undefined), SETTLED_MS)
    const stop = service.subscribe(document, variables, {
      onEvent: (data) => latest.current(data),
      onError({ message }) {
        clearTimeout(timer)
        setError(message)
        timer = setTimeout(() => setAttempt((count) => count + 1), RESUBSCRIBE_MS)
      },
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [service, document, JSON.stringify(variables), skip, attempt])

  return skip ? undefined : error
}
