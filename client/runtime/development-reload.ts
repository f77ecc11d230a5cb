/** Reloads the tab when the server comes back with another build. */
export function startDevelopmentReload(buildId: string): void {
  new EventSource('/_development/reload').addEventListener('message', ({ data }) => {
    if (data !== buildId) window.location.reload()
  })
}
