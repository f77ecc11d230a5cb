import { useSyncExternalStore } from 'react'

interface DeviceStoreOptions<Value> {
  readonly key: string
  /** Session storage belongs to one tab and ends with it. */
  readonly storage?: 'localStorage' | 'sessionStorage'
  /** This value is used on the server, while hydrating and if nothing is stored. */
  readonly empty: Value
  /** May throw if the value is not valid. */
  readonly read: (stored: unknown) => Value
}

/**
 * Creates a store for a value on this device, which all tabs of the site share by default. Without storage, the value
 * lasts as long as the document.
 */
export function createDeviceStore<Value>({ key, storage = 'localStorage', empty, read }: DeviceStoreOptions<Value>) {
  const listeners = new Set<() => void>()
  let current: Value | undefined

  function load(): Value {
    try {
      const stored = window[storage].getItem(key)
      return stored === null ? empty : read(JSON.parse(stored))
    } catch {
      return empty
    }
  }

  function publish(value: Value): void {
    current = value
    for (const listener of listeners) listener()
  }

  function get(): Value {
    if (current === undefined) {
      // The key is null if another tab clears the storage.
      window.addEventListener('storage', (event) => [key, null].includes(event.key) && publish(load()))
      // A page from the back-forward cache has missed the storage events of other tabs.
      window.addEventListener('pageshow', ({ persisted }) => persisted && publish(load()))
      current = load()
    }
    return current
  }

  return {
    get,
    set: (value: Value): void => {
      // A value that was never read does not follow other tabs yet.
      get()
      publish(value)
      try {
        if (value === empty) window[storage].removeItem(key)
        else window[storage].setItem(key, JSON.stringify(value))
      } catch {
        // Storage is full or forbidden, so only this document keeps the value.
      }
    },
    /** Renders the component again when the value changes, also in another tab. */
    useValue: (): Value => useSyncExternalStore(subscribe, get, () => empty),
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
}
