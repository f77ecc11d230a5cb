import { describeEngine } from './describe-engine.ts'
import { FIREFOX } from './firefox.ts'

describeEngine(FIREFOX)
