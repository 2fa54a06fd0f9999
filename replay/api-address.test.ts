import { expect, it } from 'vitest'
import { isApiAddress } from './api-address.ts'

it.each([
  ['curl "$API/apis/apps/v1/deployments"', true],
  ['curl -X POST "${API}/api/v1/namespaces" -d \'{}\'', true],
  ['curl $API/api/v1/pods && curl $API/apis', true],
  ['curl "$API/metrics"', false],
  ['curl "$API/apis/apps/v1" -H "Authorization: $API"', false],
  ['curl "$APISERVER/apis/apps/v1"', false],
  ['echo $API/apis/apps/v1', false],
])('%s: %s', (command, expected) => {
  expect(isApiAddress(command, 'API')).toBe(expected)
})
