// Upstream: staging/src/k8s.io/apiserver/pkg/apis/apiserver/{v1alpha1,v1beta1,v1}/types.go (AuthenticationConfiguration)
import { optionsDialect } from './dialect.ts'
import type { ConfigurationKind } from './server-configuration.ts'

/** The kind of --authentication-config. */
export const authenticationKind = (minor: number): ConfigurationKind => ({
  kind: 'AuthenticationConfiguration',
  types: typesOf(minor),
  strict: true,
  instead: ({ type }) => `expected AuthenticationConfiguration, got *apiserver.${type}`,
})

function typesOf(minor: number): ConfigurationKind['types'] {
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
