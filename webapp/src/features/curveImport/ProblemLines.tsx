import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { type Column, DataTable } from '../../design/DataTable';
import { Mend } from '../../design/Mend';
import { useProblemText } from '../../design/useProblemText';
import type { ImportProblem } from './imports';

interface Line {
  id: string;
  file: string | undefined;
  row: number | undefined;
  /** Where on the line, and what stands there, when one value is to blame. */
  column: string | undefined;
  value: string | undefined;
  text: string;
}

interface ProblemLinesProps {
  problems: readonly ImportProblem[];
  /** The files were only looked into. */
  dryRun: boolean;
}

/** Why files were refused, file by file and line by line. Nothing of them was stored. */
export function ProblemLines({ problems, dryRun }: ProblemLinesProps) {
  const t = useT();
  const words = useProblemText();
  const lines = useMemo(() => problems.map((one, index) => lineOf(one, index, words)), [problems, words]);
  const columns = useColumns(
    lines.some(({ file }) => file !== undefined),
    lines.some(({ column }) => column !== undefined),
  );
  return (
    <Stack sx={{ gap: 1.5, minWidth: 0 }}>
      <Alert severity="error" variant="outlined" role="alert">
        <AlertTitle>{t(dryRun ? 'curveImport.refused.title' : 'curveImport.refused.failed')}</AlertTitle>
        {t(problems.length > 0 ? 'curveImport.refused.advice' : 'curveImport.refused.unknown')}
        <div>
          <Mend problem={{ key: 'import.rejected', errors: [...problems] }} />
        </div>
      </Alert>
      {lines.length > 0 && (
        <DataTable
          dense
          caption={t('curveImport.refused.table')}
          rows={lines}
          columns={columns}
          rowId={({ id }) => id}
          rowName={({ text }) => text}
          maxHeight={360}
        />
      )}
    </Stack>
  );
}

type Words = ReturnType<typeof useProblemText>;

function lineOf(problem: ImportProblem, index: number, words: Words): Line {
  const { fileName: file, column, value } = problem.params ?? {};
  const blamed = typeof column === 'string';
  return {
    id: String(index),
    file: typeof file === 'string' ? file : undefined,
    row: problem.row,
    column: blamed ? column : undefined,
    value: blamed && (typeof value === 'string' || typeof value === 'number') ? String(value) : undefined,
    text: words(problem),
  };
}

function useColumns(withFile: boolean, withValue: boolean): Column<Line>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(() => {
    const file: Column<Line> = {
      id: 'file',
      header: t('curveImport.column.file'),
      width: 'minmax(140px, 1fr)',
      cell: (line) => line.file ?? t('formats.none'),
      sortValue: (line) => line.file,
      hideBelow: 'sm',
    };
    const rejected: Column<Line>[] = [
      {
        id: 'column',
        header: t('curveImport.column.column'),
        width: 'minmax(110px, 1fr)',
        cell: ({ column }) => column ?? t('formats.none'),
        sortValue: ({ column }) => column,
        hideBelow: 'sm',
      },
      {
        id: 'value',
        header: t('curveImport.column.value'),
        width: 'minmax(110px, 1fr)',
        cell: ({ value }) => value || t('formats.none'),
        sortValue: ({ value }) => value,
        hideBelow: 'sm',
      },
    ];
    return [
      ...(withFile ? [file] : []),
      {
        id: 'row',
        header: t('curveImport.column.row'),
        width: '88px',
        cell: ({ row }) => (row ? formats.number(row) : t('formats.none')),
        sortValue: ({ row }) => row,
      },
      ...(withValue ? rejected : []),
      {
        id: 'text',
        header: t('curveImport.column.problem'),
        width: 'minmax(220px, 3fr)',
        cell: ({ text }) => <Box sx={{ whiteSpace: 'normal', py: 0.75 }}>{text}</Box>,
        sortValue: ({ text }) => text,
      },
    ];
  }, [t, formats, withFile, withValue]);
}
