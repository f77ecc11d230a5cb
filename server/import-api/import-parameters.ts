import { z } from 'zod'
import { FORMAT_IDS } from '../../shared/site.ts'
import { isKnownEncoding } from '../import/files/text-file.ts'
import { languageSchema } from '../import/language-schema.ts'

const yesOrNo = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true')

/** Parameters with the meaning of the options of `npm run catalog -- import`. */
export const importParametersSchema = z.strictObject({
  format: z.enum(FORMAT_IDS, `must be one of ${FORMAT_IDS.join(', ')}`).optional(),
  encoding: z.string().refine(isKnownEncoding, 'must be an encoding such as windows-1252').optional(),
  sheet: z.string().min(1, 'must not be empty').optional(),
  headerRow: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a whole number from 1 to 9999')
    .transform(Number)
    .optional(),
  language: languageSchema.optional(),
  dryRun: yesOrNo.optional(),
  strict: yesOrNo.optional(),
  prune: yesOrNo.optional(),
  force: yesOrNo.optional(),
})

export type ImportParameters = z.infer<typeof importParametersSchema>
