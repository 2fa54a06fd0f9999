// What clauses say of their topic: fields that are set, objects that run, things that are had.
import { alikeFieldPredicate, alikePredicate } from './alike-predicates.ts'
import { alt, list, map, opt, type Parser, seq, words } from './combinators.ts'
import { adjuncts, comma } from './common-words.ts'
import { holdsPredicate, keptPredicate } from './element-predicates.ts'
import { fieldPredicate } from './field-predicates.ts'
import { assigned, gatesPredicate, hasAssigned, hasPredicate, memberPredicate } from './having.ts'
import { holdingPredicate } from './holding-predicates.ts'
import { hasAsPredicate } from './lack-clauses.ts'
import {
  amountPredicate,
  belongings,
  fieldAmountPredicate,
  nodePredicate,
  restartPredicate,
} from './possession.ts'
import { reasonPredicate } from './reason-predicates.ts'
import { statePredicate } from './state-predicates.ts'
import { stayingPredicate } from './staying-predicates.ts'
import type { Predicate } from './topic.ts'
import { usePredicate } from './use-predicates.ts'

const predicate: Parser<Predicate> = alt(
  alikeFieldPredicate,
  alikePredicate,
  reasonPredicate,
  usePredicate,
  fieldPredicate,
  statePredicate,
  stayingPredicate,
  keptPredicate,
  holdsPredicate,
  amountPredicate,
  nodePredicate,
  restartPredicate,
  belongings,
  hasAsPredicate,
  hasPredicate,
  hasAssigned,
  assigned,
  memberPredicate,
  gatesPredicate,
  holdingPredicate,
  fieldAmountPredicate,
)
/** Between predicates of one topic. */
const between = alt<unknown>(seq(opt(comma), words('and | but | and also | but also | and then')), comma)
/** "are still there but no longer have any hints". */
export const predicates: Parser<Predicate[]> = list(
  map(seq(predicate, adjuncts), ([found]) => found),
  between,
)
