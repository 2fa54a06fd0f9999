import { autoscalerRules } from '../horizontalpodautoscaler/strategy.ts'
import { printHorizontalPodAutoscaler } from '../tables/autoscaling.ts'
import { group } from './group.ts'

/** The rows of autoscaling. */
export const autoscalingRows = group('autoscaling', {
  horizontalpodautoscalers: { rules: autoscalerRules, table: printHorizontalPodAutoscaler },
})
