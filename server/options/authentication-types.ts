// Upstream: staging/src/k8s.io/apiserver/pkg/apis/apiserver/{v1alpha1,v1beta1,v1}/types.go (AuthenticationConfiguration)
import type { GoTypes } from '../../apimachinery/scheme/go-types.ts'
import { optionsDialect } from './dialect.ts'

/** The group of configurations of kube-apiserver. */
export const configGroup = 'apiserver.config.k8s.io'
/** The kind of --authentication-config. */
export const authenticationKind = 'AuthenticationConfiguration'

/** Kinds beside it in the scheme that it is decoded with. */
export const kindsBeside = new Set([
  'AdmissionConfiguration',
  'AuthorizationConfiguration',
  'EgressSelectorConfiguration',
  'EncryptionConfiguration',
  'TracingConfiguration',
])

/** The types of the kind in all versions of a release. */
export const authenticationTypes = (minor: number): GoTypes =>
  Object.fromEntries(
    optionsDialect(minor).authenticationVersions.map((version) => [
      `io.k8s.apiserver.authentication.${version}`,
      { group: configGroup, version, name: version, kinds: [authenticationKind], types: typesOf(minor) },
    ]),
  )

function typesOf(minor: number): GoTypes[string]['types'] {
  const { severalIssuers, anonymousInFile, egressOfIssuers } = optionsDialect(minor)
  return {
    AuthenticationConfiguration: [
      ' TypeMeta ~apimachinery.pkg.apis.meta.v1.TypeMeta i',
      'jwt JWT []JWTAuthenticator',
      ...(anonymousInFile ? ['anonymous Anonymous *AnonymousAuthConfig o'] : []),
    ],
    AnonymousAuthConfig: ['enabled Enabled bool', 'conditions Conditions []AnonymousAuthCondition o'],
    AnonymousAuthCondition: ['path Path string'],
    JWTAuthenticator: [
      'issuer Issuer Issuer',
      'claimValidationRules ClaimValidationRules []ClaimValidationRule o',
      'claimMappings ClaimMappings ClaimMappings',
      'userValidationRules UserValidationRules []UserValidationRule o',
    ],
    Issuer: [
      'url URL string',
      ...(severalIssuers ? ['discoveryURL DiscoveryURL *string o'] : []),
      'certificateAuthority CertificateAuthority string o',
      'audiences Audiences []string',
      ...(severalIssuers ? ['audienceMatchPolicy AudienceMatchPolicy AudienceMatchPolicyType o'] : []),
      ...(egressOfIssuers ? ['egressSelectorType EgressSelectorType EgressSelectorType o'] : []),
    ],
    AudienceMatchPolicyType: 'string',
    EgressSelectorType: 'string',
    ClaimValidationRule: [
      'claim Claim string o',
      'requiredValue RequiredValue string o',
      'expression Expression string o',
      'message Message string o',
    ],
    ClaimMappings: [
      'username Username PrefixedClaimOrExpression',
      'groups Groups PrefixedClaimOrExpression o',
      'uid UID ClaimOrExpression',
      'extra Extra []ExtraMapping o',
    ],
    PrefixedClaimOrExpression: [
      'claim Claim string o',
      'prefix Prefix *string o',
      'expression Expression string o',
    ],
    ClaimOrExpression: ['claim Claim string o', 'expression Expression string o'],
    ExtraMapping: ['key Key string', 'valueExpression ValueExpression string'],
    UserValidationRule: ['expression Expression string', 'message Message string o'],
  }
}
