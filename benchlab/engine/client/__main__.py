"""A load process: ``python -m benchlab.engine.client DESCRIPTOR PARENT``; what to do comes through the pipe."""

import os
import sys

from benchlab.engine.client import driving, loading
from benchlab.engine.client.channel import Channel, tie_to_parent
from benchlab.engine.messages import LoadTask

descriptor, parent_pid = map(int, sys.argv[1:3])
tie_to_parent(parent_pid)
channel = Channel(descriptor)
task = channel.receive_task()
if isinstance(task, LoadTask):
    loading.load(task, channel)
else:
    driving.drive(task, channel)
# Threads that wait for a server that hangs must not keep the process alive.
os._exit(0)
