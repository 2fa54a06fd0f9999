/** The whole names that a resolver tries for a name, in order, without dots at their ends: resolv.conf(5). */
export function candidates(
  name: string,
  { search, ndots }: { readonly search: readonly string[]; readonly ndots: number },
): string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)]
  const longer = search.map((domain) => `${name}.${domain.replace(/\.$/, '')}`)
  return name.split('.').length - 1 >= ndots ? [name, ...longer] : [...longer, name]
}
