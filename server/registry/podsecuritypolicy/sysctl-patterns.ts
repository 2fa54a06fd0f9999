// Upstream: pkg/apis/policy/validation/validation.go (validatePodSecurityPolicySysctls), of releases until 1.24
import { eachFinding, type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { byteLength } from '../../../apimachinery/validation/messages.ts'

const longest = 253
const pattern = '([a-z0-9]([-_a-z0-9]*[a-z0-9])?\\.)*([a-z0-9][-_a-z0-9]*)?[a-z0-9*]'
const wholePattern = new RegExp(`^${pattern}$`)

/** The errors of a list of sysctls, each a name or a prefix with an asterisk. */
export function validateSysctlPatterns(sysctls: readonly string[], path: FieldPath): FieldError[] {
  const isValid = (text: string): boolean => byteLength(text) <= longest && wholePattern.test(text)
  const errors = eachFinding(sysctls, (text, i) => {
    if (text === '') return [field.invalid(path.index(i), text, 'empty sysctl not allowed')]
    const wrong = `must have at most ${longest} characters and match regex ${pattern}`
    return isValid(text) ? [] : [field.invalid(path.index(i), text, wrong)]
  })
  const coversAll = sysctls.length > 1 && sysctls.some((text) => text.startsWith('*') && isValid(text))
  if (!coversAll) return errors
  return [
    ...errors,
    field.forbidden(path.child('items'), "if '*' is present, must not specify other sysctls"),
  ]
}

const prefixOf = (text: string): string | undefined => (text.endsWith('*') ? text.slice(0, -1) : undefined)

/** Which of an allowed and a forbidden sysctl is in the other one; undefined where they have nothing in common. */
function inner(allowed: string, forbidden: string): 'allowed' | 'forbidden' | undefined {
  const [allows, forbids] = [prefixOf(allowed), prefixOf(forbidden)]
  if (allows === undefined && forbids === undefined) return allowed === forbidden ? 'allowed' : undefined
  if (forbids !== undefined && (allows ?? allowed).startsWith(forbids)) return 'allowed'
  return allows !== undefined && (forbids ?? forbidden).startsWith(allows) ? 'forbidden' : undefined
}

/** The errors of sysctls that are both allowed and forbidden. */
export function validateNoOverlap(
  lists: { readonly allowed: readonly string[]; readonly forbidden: readonly string[] },
  paths: { readonly allowed: FieldPath; readonly forbidden: FieldPath },
): FieldError[] {
  return lists.allowed.flatMap((allowed, i) =>
    lists.forbidden.flatMap((forbidden, j) => {
      const which = inner(allowed, forbidden)
      if (which === undefined) return []
      return which === 'allowed'
        ? [field.invalid(paths.allowed.index(i), allowed, `sysctl overlaps with ${forbidden}`)]
        : [field.invalid(paths.forbidden.index(j), forbidden, `sysctl overlaps with ${allowed}`)]
    }),
  )
}
