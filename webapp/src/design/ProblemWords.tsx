import Skeleton from '@mui/material/Skeleton';
import type { Translatable } from '@openpmo/ui/i18n/translator';
import { Suspense } from 'react';
import { useProblemText } from './useProblemText';

interface ProblemWordsProps {
  of: Translatable;
}

/** The sentence of a problem in the midst of what is well: only it waits for the words of refusals, which are many. */
export function ProblemWords({ of }: ProblemWordsProps) {
  return (
    <Suspense fallback={<Skeleton component="span" variant="text" width="16ch" sx={{ display: 'inline-block' }} />}>
      <Words of={of} />
    </Suspense>
  );
}

function Words({ of }: ProblemWordsProps) {
  return useProblemText()(of);
}
