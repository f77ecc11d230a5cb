const PERSONAL_NAME = /mail|phone|tel|name|message|token|key|secret|password|reference|sent/i

/** Replaces the values of query parameters that may be personal, even if their names are percent-encoded. */
export function redactUrl(url: string): string {
  const queryStart = url.indexOf('?') + 1
  if (queryStart === 0) return url
  return url.slice(0, queryStart) + url.slice(queryStart).split('&').map(redactParameter).join('&')
}

function redactParameter(parameter: string): string {
  // A value may be a URL with its own query.
  const pairs = decode(parameter).split(/[?&]/)
  const isPersonal = pairs.some((pair) => PERSONAL_NAME.test(pair.slice(0, Math.max(0, pair.lastIndexOf('=')))))
  return isPersonal ? `${parameter.slice(0, parameter.search(/=|%3d/i))}=[redacted]` : parameter
}

/** `decodeURIComponent` throws on invalid UTF-8, with which a client could hide a personal name. */
function decode(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
}
