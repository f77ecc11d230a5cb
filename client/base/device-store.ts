import { useSyncExternalStore } from 'react'

interface DeviceStoreOptions<Value> {
  readonly key: string
  /** Used on the server, while hydrating and if nothing is stored. */
  readonly empty: Value
  /** Reads a parsed value. It may throw if the value is not valid. */
  readonly read: (stored: unknown) => Value
}

interface DeviceStore<Value> {
  readonly get: () => Value
  readonly set: (value: Value) => void
  /** Returns the value, also after another tab has changed it. */
  readonly useValue: () => Value
}

/** Keeps a value on this device, in all tabs of the site. Without storage it lasts until the document is closed. */
export function createDeviceStore<Value>({ key, empty, read }: DeviceStoreOptions<Value>): DeviceStore<Value> {
  const listeners = new Set<() => void>()
  let current: Value | undefined

  function load(): Value {
    try {
      const stored = localStorage.getItem(key)
      return stored === null ? empty : read(JSON.parse(stored))
    } catch {
      return empty
    }
  }

  function publish(value: Value): void {
    current = value
    for (const listener of listeners) listener()
  }

  // The key is null if another tab clears the storage.
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) publish(load())
  }
  // A page from the back-forward cache has missed the events of other pages.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) publish(load())
  }

  const get = () => (current ??= load())
  return {
    get,
    set: (value) => {
      publish(value)
      try {
        if (value === empty) localStorage.removeItem(key)
        else localStorage.setItem(key, JSON.stringify(value))
      } catch {
        // The value stays in this document.
      }
    },
    useValue: () => useSyncExternalStore(subscribe, get, () => empty),
  }

  function subscribe(listener: () => void): () => void {
    if (listeners.size === 0) {
      window.addEventListener('storage', onStorage)
      window.addEventListener('pageshow', onPageShow)
    }
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
}
