import type { Column } from '../../../design/DataTable';
import type { ParticipantColumn } from '../queriesColumns';
import type { Row } from '../rows';

/** Before all, and no choice. */
const title = 'name';

/**
 * The columns as the reader chose them: those at every width, the others in files only. Where nothing was
 * chosen, or nothing of it can be read here, they are as they are.
 */
export function asChosen(columns: readonly Column<Row>[], chosen: readonly ParticipantColumn[]): Column<Row>[] {
  const isChosen = ({ id }: Column<Row>) => chosen.some((one) => one === id);
  if (!columns.some(isChosen)) return [...columns];
  return columns.map((column) => {
    if (column.id === title) return column;
    const { hideBelow: _, fileOnly: __, ...shown } = column;
    return isChosen(column) ? { ...shown, card: 'fact' } : { ...shown, fileOnly: true };
  });
}

/** What stands on a screen that is wide enough. */
export const idsOnScreen = (columns: readonly Column<Row>[]): string[] =>
  columns.filter(({ fileOnly }) => !fileOnly).map(({ id }) => id);
