/** Several errors as one text: `a` or `[a, b]`, each message once. Upstream: apimachinery/pkg/util/errors NewAggregate. */
export function aggregate(errors: readonly string[]): string {
  const distinct = [...new Set(errors)]
  return distinct.length === 1 ? distinct[0]! : `[${distinct.join(', ')}]`
}
