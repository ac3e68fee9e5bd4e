import ArrowForward from '@mui/icons-material/ArrowForward';
import Button from '@mui/material/Button';
import type { Problem } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { useContext } from 'react';
import { Link } from 'react-router';
import { OperationContext } from '../api/operations';
import { useCan } from '../api/session';
import { type Mendable, type Place, placeOfProblem, places, remedyPath } from './remedies';

/**
 * The buttons that mend a problem and those it is made of: one for each place, below an operation
 * and for who may go there; nothing for what is mended in its own place.
 */
export function Mend({ problem }: { problem: (Mendable & Pick<Problem, 'errors'>) | undefined }) {
  const t = useT();
  const can = useCan();
  const operation = useContext(OperationContext);
  if (!operation || !problem) return null;
  const all: Mendable[] = [problem, ...(problem.errors ?? [])];
  const found = new Map<Place, Mendable[]>();
  for (const one of all) {
    const place = placeOfProblem(one);
    if (place && can(places[place].permission)) found.set(place, [...(found.get(place) ?? []), one]);
  }
  return [...found].map(([place, problems]) => (
    <Button
      key={place}
      component={Link}
      to={`/pmo/operations/${operation.id}/${remedyPath(place, problems)}`}
      size="small"
      variant="outlined"
      color="inherit"
      endIcon={<ArrowForward />}
      className="no-print"
      sx={{ mt: 1, mr: 1 }}
    >
      {t(`design.mend.${place}`)}
    </Button>
  ));
}
