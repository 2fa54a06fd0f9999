// Upstream: staging/src/k8s.io/apiserver/pkg/apis/apiserver/validation/validation.go (ValidateAuthenticationConfiguration)
import { type FieldError, FieldPath, field, goQuote, Literal } from '../../apimachinery/field-error.ts'
import { validationDialect } from '../../apimachinery/validation/dialect.ts'
import { validateDomainPrefixedPath } from '../../apimachinery/validation/domain-prefixed.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import type {
  AnonymousConfig,
  AuthenticationConfiguration,
  ClaimMappings,
  JWTAuthenticatorConfig,
  PrefixedClaimOrExpression,
} from '../endpoints/authentication/jwt/configuration.ts'
import {
  compileExpression,
  type Runnable,
  selectsClaim,
} from '../endpoints/authentication/jwt/expressions.ts'
import type { CompiledAuthenticator } from '../endpoints/authentication/jwt/jwt-authenticator.ts'
import type { Expressions, Rule } from '../endpoints/authentication/jwt/jwt-user.ts'
import { optionsDialect } from './dialect.ts'
import { type AuthenticationRules, structured, validateIssuer, withoutGate } from './validate-issuer.ts'

/** The findings, and the issuers with their expressions, which are complete where there are no findings. */
export interface ValidatedAuthentication {
  readonly errors: readonly FieldError[]
  readonly compiled: readonly CompiledAuthenticator[]
}

/** Validates a whole configuration. */
export function validateAuthenticationConfiguration(
  { jwt, anonymous }: AuthenticationConfiguration,
  rules: AuthenticationRules,
): ValidatedAuthentication {
  const root = FieldPath.of('jwt')
  const most = optionsDialect(rules.minor).severalIssuers ? 64 : 1
  if (most === 1 && jwt.length === 0)
    return { errors: [field.required(root, 'at least one jwt is required')], compiled: [] }
  if (jwt.length > most) return { errors: [field.tooMany(root, jwt.length, most)], compiled: [] }
  const errors: FieldError[] = []
  const [urls, discoveries] = [new Set<string>(), new Set<string>()]
  const compiled = jwt.map((one, i) => {
    const path = root.index(i)
    const { url, discoveryURL } = one.issuer
    const validated = validateAuthenticator(one, path, rules)
    errors.push(...validated.errors)
    if (urls.has(url)) errors.push(field.duplicate(path.child('issuer', 'url'), url))
    urls.add(url)
    if (discoveryURL !== '' && discoveries.has(discoveryURL))
      errors.push(field.duplicate(path.child('issuer', 'discoveryURL'), discoveryURL))
    discoveries.add(discoveryURL)
    return { config: one, expressions: validated.expressions }
  })
  return { errors: [...errors, ...validateAnonymous(anonymous, rules)], compiled }
}

function validateAnonymous(
  anonymous: AuthenticationConfiguration['anonymous'],
  { gates, minor }: AuthenticationRules,
): FieldError[] {
  if (anonymous === undefined) return []
  const path = FieldPath.of('anonymous')
  const gate = 'AnonymousAuthConfigurableEndpoints'
  const spelled = optionsDialect(minor).spellsEndpoints ? gate : gate.replace('Endpoints', 'Enpoints')
  const { conditions } = anonymous
  return [
    ...(gateEnabled(gates, gate)
      ? []
      : [field.forbidden(path, `anonymous is not supported when ${spelled} feature gate is disabled`)]),
    ...(anonymous.enabled || conditions.length === 0
      ? []
      : [
          field.invalid(
            path.child('conditions'),
            shownConditions(conditions, minor),
            'enabled should be set to true when conditions are defined',
          ),
        ]),
  ]
}

/** The conditions as Go prints them in errors. */
function shownConditions(conditions: AnonymousConfig['conditions'], minor: number): Literal {
  const paths = conditions.map(({ path }) => path)
  if (validationDialect(minor).printsValuesAsJSON)
    return new Literal(JSON.stringify(paths.map((path) => ({ Path: path }))))
  const type = 'apiserver.AnonymousAuthCondition'
  const items = paths.map((path) => `${type}{Path:${goQuote(path)}}`)
  return new Literal(`[]${type}{${items.join(', ')}}`)
}

/** Validates one issuer. @param path of it in the configuration */
export function validateAuthenticator(
  config: JWTAuthenticatorConfig,
  path: FieldPath,
  rules: AuthenticationRules,
): { errors: FieldError[]; expressions: Expressions } {
  const validation = new AuthenticatorValidation(rules)
  const errors = validateIssuer(config.issuer, path.child('issuer'), rules)
  const claimRules = validation.claimRules(config, path.child('claimValidationRules'))
  const mapped = validation.mappings(config.claimMappings, path.child('claimMappings'))
  const userRules = validation.userRules(config, path.child('userValidationRules'))
  return { errors: [...errors, ...validation.errors], expressions: { ...mapped, claimRules, userRules } }
}

/** The findings about expressions and claims of one issuer. */
class AuthenticatorValidation {
  readonly errors: FieldError[] = []
  private readonly minor: number
  private readonly isStructured: boolean
  /** Whether an expression selects the claim `email_verified`. */
  private usesVerified = false

  constructor({ minor, gates }: AuthenticationRules) {
    this.minor = minor
    this.isStructured = gateEnabled(gates, structured)
  }

  claimRules({ claimValidationRules: rules }: JWTAuthenticatorConfig, root: FieldPath): Rule[] {
    const [claims, texts] = [new Set<string>(), new Set<string>()]
    return rules.flatMap(({ claim, expression, message, requiredValue }, i) => {
      const path = root.index(i)
      if (expression !== '') this.needGate(path.child('expression'), expression)
      if (claim !== '' && expression !== '')
        return this.invalid(path, claim, "claim and expression can't both be set")
      if (claim === '' && expression === '')
        return this.add(field.required(path, 'claim or expression is required'))
      if (claim !== '') {
        if (message !== '') this.misplaced(path, 'message', message, 'claim')
        if (claims.has(claim)) this.add(field.duplicate(path.child('claim'), claim))
        claims.add(claim)
        return []
      }
      if (requiredValue !== '') this.misplaced(path, 'requiredValue', requiredValue, 'expression')
      const compiled = this.unique(texts, expression, path.child('expression'), 'claims')
      if (compiled === undefined) return []
      this.usesVerified ||= selectsClaim(compiled.expr, 'email_verified')
      return [{ expression: compiled, message }]
    })
  }

  userRules({ userValidationRules: rules }: JWTAuthenticatorConfig, root: FieldPath): Rule[] {
    if (rules.length > 0 && !this.isStructured)
      this.invalid(root, '', withoutGate('user validation rules are'))
    const texts = new Set<string>()
    return rules.flatMap(({ expression, message }, i) => {
      const path = root.index(i).child('expression')
      if (expression === '') return this.add(field.required(path, this.required('expression is required')))
      const compiled = this.unique(texts, expression, path, 'user')
      return compiled === undefined ? [] : [{ expression: compiled, message }]
    })
  }

  mappings(mappings: ClaimMappings, path: FieldPath): Omit<Expressions, 'claimRules' | 'userRules'> {
    this.mappingsNeedGate(mappings, path)
    const before = this.errors.length
    const username = this.mapped(mappings.username, path.child('username'), true)
    const isValid = this.errors.length === before
    const usesEmail = isValid && username !== undefined && selectsClaim(username.expr, 'email')
    if (isValid && username !== undefined) this.usesVerified ||= selectsClaim(username.expr, 'email_verified')
    const groups = this.mapped(mappings.groups, path.child('groups'), false)
    const uid = this.uid(mappings, path.child('uid'))
    const extra = this.extra(mappings, path.child('extra'))
    if (this.isStructured && optionsDialect(this.minor).severalIssuers && usesEmail && !this.usesVerified)
      this.invalid(path.child('username', 'expression'), mappings.username.expression, unverified)
    return { username, groups, uid, extra }
  }

  private mappingsNeedGate({ username, groups, uid, extra }: ClaimMappings, path: FieldPath): void {
    if (this.isStructured) return
    if (username.expression !== '') this.needGate(path.child('username', 'expression'), username.expression)
    if (groups.expression !== '') this.needGate(path.child('groups', 'expression'), groups.expression)
    const mapping = (what: string): string => withoutGate(`${this.required(`${what} `)}claim mapping is`)
    if (uid.claim !== '' || uid.expression !== '') this.invalid(path.child('uid'), '', mapping('uid'))
    if (extra.length > 0) this.invalid(path.child('extra'), '', mapping('extra'))
  }

  private mapped(
    { claim, expression, prefix }: PrefixedClaimOrExpression,
    path: FieldPath,
    isRequired: boolean,
  ): Runnable | undefined {
    if (expression !== '' && claim !== '') this.invalid(path, '', "claim and expression can't both be set")
    else if (expression !== '') {
      if (prefix !== undefined) this.misplaced(path, 'prefix', prefix, 'expression')
      return this.compiled(expression, path.child('expression'), 'claims', false)
    } else if (claim === '' && isRequired) this.add(field.required(path, 'claim or expression is required'))
    else if (claim !== '' && prefix === undefined) this.add(field.required(path.child('prefix'), noPrefix))
    return undefined
  }

  private uid({ uid }: ClaimMappings, path: FieldPath): Runnable | undefined {
    if (uid.expression === '') return undefined
    if (uid.claim === '') return this.compiled(uid.expression, path.child('expression'), 'claims', false)
    this.invalid(path, '', "claim and expression can't both be set")
    return undefined
  }

  private extra({ extra }: ClaimMappings, root: FieldPath): Expressions['extra'] {
    const keys = new Set<string>()
    return extra.flatMap(({ key, valueExpression }, i) => {
      const path = root.index(i)
      const at = path.child('key')
      this.errors.push(...validateDomainPrefixedPath(key, at))
      if (key !== key.toLowerCase()) this.invalid(at, key, `${this.required('key ')}must be lowercase`)
      if (optionsDialect(this.minor).reservesExtraKeys && /^([^/]*\.)?(kubernetes|k8s)\.io\//.test(key))
        this.invalid(at, key, 'k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use')
      if (keys.has(key)) return this.add(field.duplicate(at, key))
      keys.add(key)
      const place = path.child('valueExpression')
      if (valueExpression === '')
        return this.add(field.required(place, this.required('valueExpression is required')))
      const compiled = this.compiled(valueExpression, place, 'claims', false)
      if (compiled === undefined) return []
      this.usesVerified ||= selectsClaim(compiled.expr, 'email_verified')
      return [{ key, expression: compiled }]
    })
  }

  private unique(
    texts: Set<string>,
    text: string,
    path: FieldPath,
    subject: 'claims' | 'user',
  ): Runnable | undefined {
    if (texts.has(text)) {
      this.add(field.duplicate(path, text))
      return undefined
    }
    texts.add(text)
    return this.compiled(text, path, subject, true)
  }

  private compiled(
    text: string,
    path: FieldPath,
    subject: 'claims' | 'user',
    isCondition: boolean,
  ): Runnable | undefined {
    const compiled = compileExpression(text, subject, isCondition, this.minor)
    if (compiled.error === undefined) return this.isStructured ? compiled : undefined
    this.invalid(path, text, compiled.error)
    return undefined
  }

  /** The text of a `required` error, empty in releases that print none. */
  private required(text: string): string {
    return optionsDialect(this.minor).tersely ? '' : text
  }

  private needGate(path: FieldPath, value: string): void {
    if (!this.isStructured) this.invalid(path, value, withoutGate(this.required('expression is')))
  }

  private misplaced(path: FieldPath, name: string, value: string, other: string): void {
    this.invalid(
      path.child(name),
      value,
      optionsDialect(this.minor).tersely
        ? `may not be specified when ${other} is set`
        : `${name} can't be set when ${other} is set`,
    )
  }

  private invalid(path: FieldPath, value: string, why: string): [] {
    return this.add(field.invalid(path, value, why))
  }

  private add(error: FieldError): [] {
    this.errors.push(error)
    return []
  }
}

const noPrefix = 'prefix is required when claim is set. It can be set to an empty string to disable prefixing'
const unverified =
  'claims.email_verified must be used in claimMappings.username.expression or claimMappings.extra[*].valueExpression or claimValidationRules[*].expression when claims.email is used in claimMappings.username.expression'
