import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats } from '@openpmo/ui/i18n/context';
import { SearchInput, SelectArrayInput, TextInput } from 'react-admin';
import { Column } from '../../parts/Column';
import { ListPage } from '../../parts/ListPage';
import { RecordLink } from '../../parts/RecordLink';
import { jobStates, useJobKindWord, useJobStateWord } from '../../parts/words';
import { JobChip } from './JobChip';

export type Job = Schemas['AdminJob'];

export function JobList() {
  const formats = useFormats();
  const word = useJobStateWord();
  const kindWord = useJobKindWord();
  const states = jobStates.map((state) => ({ id: state, name: word(state) }));
  const instant = (at: string | undefined) => at && formats.instant(at, 'numeric');
  const filters = [
    <SearchInput key="q" source="q" alwaysOn />,
    <SelectArrayInput key="status" source="status" choices={states} alwaysOn />,
    <TextInput key="queue" source="queue" />,
  ];
  return (
    <ListPage<Job>
      filters={filters}
      sort={{ field: 'id', order: 'DESC' }}
      exported={[
        { source: 'id' },
        { source: 'kind' },
        { source: 'status', text: (row) => word(row.status) },
        { source: 'queue' },
        { source: 'attempt' },
        { source: 'createdAt', text: (row) => instant(row.createdAt) },
        { source: 'finishedAt', text: (row) => instant(row.finishedAt) },
        { source: 'error' },
      ]}
    >
      <Column<Job>
        source="id"
        sortable
        render={(row) => (
          <RecordLink id={row.id} type="show">
            {row.id}
          </RecordLink>
        )}
      />
      <Column<Job> source="kind" sortable hideBelow="sm" render={(row) => kindWord(row.kind)} />
      <Column<Job> source="status" sortable render={(row) => <JobChip status={row.status} />} />
      <Column<Job> source="attempt" align="right" hideBelow="lg" />
      <Column<Job> source="createdAt" sortable hideBelow="sm" render={(row) => formats.instant(row.createdAt)} />
      <Column<Job>
        source="finishedAt"
        sortable
        hideBelow="lg"
        render={(row) => row.finishedAt && formats.instant(row.finishedAt)}
      />
      <Column<Job>
        source="error"
        hideBelow="md"
        render={(row) => (
          <Typography noWrap title={row.error} sx={{ maxWidth: '24ch' }}>
            {row.error}
          </Typography>
        )}
      />
    </ListPage>
  );
}
