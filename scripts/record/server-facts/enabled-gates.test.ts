import { expect, it } from 'vitest'
import { gatesInHelp, gatesInMetrics } from './enabled-gates.ts'

it('reads gates from /metrics', () => {
  const metrics = `# TYPE kubernetes_feature_enabled gauge
kubernetes_feature_enabled{name="APIListChunking",stage=""} 1
kubernetes_feature_enabled{name="AllAlpha",stage="ALPHA"} 0
kubernetes_build_info{build_date="2026-01-01T00:00:00Z"} 1
`
  expect(gatesInMetrics(metrics)).toEqual({
    APIListChunking: { stage: '', enabled: true },
    AllAlpha: { stage: 'ALPHA', enabled: false },
  })
  expect(gatesInMetrics('kubernetes_build_info{} 1')).toEqual({})
})

it.each(['', 'kube:'])('reads gates from --help, as %sAPIListChunking', (component) => {
  const help = `      --feature-gates mapStringBool   A set of key=value pairs. Options are:
                ${component}APIListChunking=true|false (BETA - default=true)
                ${component}AllAlpha=true|false (ALPHA - default=false)
      --goaway-chance float   To prevent HTTP/2 clients from getting stuck (default 0)
`
  expect(gatesInHelp(help)).toEqual({
    APIListChunking: { stage: 'BETA', enabled: true },
    AllAlpha: { stage: 'ALPHA', enabled: false },
  })
})
