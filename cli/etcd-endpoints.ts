/** What is wrong with an address of --etcd-servers, in a line; undefined where all are URLs, or names with a port. */
export function wrongEndpoint(endpoints: readonly string[]): string | undefined {
  const bad = endpoints.find((one) => !isEndpoint(one))
  return bad === undefined
    ? undefined
    : `--etcd-servers ${JSON.stringify(bad)}: no URL as http://127.0.0.1:2379`
}

const isEndpoint = (text: string): boolean =>
  /^unixs?:\/\/\S+$/.test(text) ||
  (/^(?:https?:\/\/)?[^/\s@]+\/?$/.test(text) &&
    URL.canParse(/^https?:/.test(text) ? text : `http://${text}`))
