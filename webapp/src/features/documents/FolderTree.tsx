import FolderOpenOutlined from '@mui/icons-material/FolderOpenOutlined';
import FolderOutlined from '@mui/icons-material/FolderOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import { useT } from '@openpmo/ui/i18n/context';
import { Link } from 'react-router';
import type { Doc } from './queries';
import { type FolderId, foldersIn } from './tree';

/** All folders, each a link; on a phone the path above the list and the rows lead there. */
export function FolderTree({ docs, folderId }: { docs: readonly Doc[]; folderId: FolderId }) {
  const t = useT();
  return (
    <Card component="nav" aria-label={t('documents.folders')} sx={{ display: { xs: 'none', md: 'block' } }}>
      <List dense disablePadding sx={{ py: 0.5 }}>
        <ListItem disablePadding sx={{ display: 'block' }}>
          <Step name={t('documents.top')} to="?" current={folderId === undefined} depth={0} />
          <Branch docs={docs} parent={undefined} folderId={folderId} depth={1} />
        </ListItem>
      </List>
    </Card>
  );
}

interface BranchProps {
  docs: readonly Doc[];
  parent: FolderId;
  folderId: FolderId;
  depth: number;
}

function Branch({ docs, parent, folderId, depth }: BranchProps) {
  const folders = foldersIn(docs, parent);
  if (folders.length === 0) return null;
  return (
    <List dense disablePadding>
      {folders.map(({ id, name }) => (
        <ListItem key={id} disablePadding sx={{ display: 'block' }}>
          <Step name={name} to={`?folder=${id}`} current={folderId === id} depth={depth} />
          <Branch docs={docs} parent={id} folderId={folderId} depth={depth + 1} />
        </ListItem>
      ))}
    </List>
  );
}

function Step({ name, to, current, depth }: { name: string; to: string; current: boolean; depth: number }) {
  return (
    <ListItemButton
      component={Link}
      to={to}
      selected={current}
      aria-current={current ? 'page' : undefined}
      sx={{ pl: 1.5 + depth * 1.5, gap: 1 }}
    >
      <Box component="span" sx={{ display: 'flex', color: 'text.secondary' }}>
        {current ? <FolderOpenOutlined fontSize="small" /> : <FolderOutlined fontSize="small" />}
      </Box>
      <ListItemText primary={name} slotProps={{ primary: { sx: { overflowWrap: 'anywhere' } } }} />
    </ListItemButton>
  );
}
