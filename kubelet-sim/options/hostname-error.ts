/** The error about --hostname-override, or undefined. Upstream: pkg/util/node GetHostname */
export const hostnameError = (override: string): string | undefined =>
  override !== '' && override.trim() === '' ? 'empty hostname is invalid' : undefined
